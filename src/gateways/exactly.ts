import { type TProperties, Type } from 'typebox';

/** An object of these parts and no others. */
export const exactly = <Parts extends TProperties>(parts: Parts) => Type.Object(parts, { additionalProperties: false });

import { type TSchema, Type } from 'typebox';

/** What the documents say of a protocol's addresses: OpenAPI and AsyncAPI are made of it. */
export interface Api {
  routes?: readonly ApiRoute[];
  sockets?: readonly ApiSocket[];
}

export interface ApiRoute {
  method: 'get' | 'post' | 'put' | 'delete';
  /** As it is registered: `/api/v1/matches/:id`. */
  path: string;
  summary: string;
  /** Needs a key or a token as Bearer. */
  auth?: true;
  query?: { [name: string]: TSchema };
  body?: TSchema;
  replies: { [status: string]: ApiReply };
}

export interface ApiReply {
  about: string;
  /** Of what comes; JSON unless it says otherwise. */
  type?: string;
  schema?: TSchema;
}

export interface ApiSocket {
  /** One word, for the names in the document. */
  name: string;
  path: string;
  about: string;
  query?: { [name: string]: TSchema };
  /** What an agent sends, by type. */
  sends: { [type: string]: ApiMessage };
  /** What the server sends, by type. */
  receives: { [type: string]: ApiMessage };
}

export interface ApiMessage {
  about: string;
  schema: TSchema;
  examples?: readonly object[];
}

export const Anything = Type.Object({}, { additionalProperties: true });
export const Failure = Type.Object({ error: Type.String() });

export const json = (about: string, schema: TSchema = Anything): ApiReply => ({ about, schema });

/** An object of which only the field that names it is told apart. */
export const named = (field: string, value: string): TSchema =>
  Type.Object({ [field]: Type.Literal(value) }, { additionalProperties: true });

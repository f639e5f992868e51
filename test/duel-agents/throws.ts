/** A bot that throws. */
export default {
  play() {
    throw new Error('deliberately broken');
  },
};

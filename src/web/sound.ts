export type Sound = 'move' | 'turn' | 'end';

/** Hertz and seconds, one after another. */
const NOTES: { [sound in Sound]: [pitch: number, length: number][] } = {
  move: [[196, 0.06]],
  turn: [
    [523, 0.09],
    [784, 0.14],
  ],
  end: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.3],
  ],
};
const LOUDNESS = 0.12;

let audio: AudioContext | undefined;

/** Made here, of tones alone. Before the reader has touched the page, browsers keep what is played for later. */
export function sound(kind: Sound): void {
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of NOTES[kind]) {
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    at += length;
    tone.stop(at);
  }
}

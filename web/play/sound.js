// Soft sounds, made where they are heard: nothing is loaded.

/** By name: tones with a pitch in hertz, when they begin and how long they last, in seconds. */
const SOUNDS = {
  drop: [[262, 0, 0.09]],
  win: [[392, 0, 0.14], [494, 0.13, 0.14], [587, 0.26, 0.3]],
  mistake: [[196, 0, 0.14], [165, 0.13, 0.24]],
};
const VOLUME = 0.07;

let audio = null;

/** Makes a sound, if the browser can. */
export function sound(name) {
  if (!globalThis.AudioContext) return;
  audio ??= new AudioContext();
  for (const [pitch, at, length] of SOUNDS[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + at;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, begin);
    volume.gain.linearRampToValueAtTime(0, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

export type Sound = 'waiting' | 'ended'

/** Two notes each: up for a question, down for an end. Frequencies in hertz. */
const NOTES: Readonly<Record<Sound, readonly [number, number]>> = {
  waiting: [587.33, 880],
  ended: [659.25, 493.88],
}
/** Seconds of one note, and how loud. */
const NOTE = 0.14
const LOUD = 0.12

let context: AudioContext | null = null

/** Plays one of the two sounds, if this browser can. Synthesised: no file is loaded. */
export function playSound(sound: Sound): void {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  const audio = context
  // A browser plays no sound before a person has touched the page; then nothing is heard, and nothing breaks.
  if (audio.state === 'suspended') void audio.resume()
  for (const [index, frequency] of NOTES[sound].entries())
    playNote(audio, frequency, audio.currentTime + index * NOTE)
}

function playNote(audio: AudioContext, frequency: number, at: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = 'sine'
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + NOTE)
}

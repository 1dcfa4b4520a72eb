/** A recording in progress. */
export interface Recording {
  /** Ends it and returns the recording; the microphone is off afterwards. */
  stop(): Promise<Blob>
  cancel(): void
}

/** Milliseconds after which a recording ends automatically: the server accepts no more than thirty minutes. */
const LONGEST = 29 * 60_000

/** Formats in order of support by services. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

/** Asks for the microphone and records. Rejects if there is none, or the person refuses. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const mimeType = FORMATS.find((one) => MediaRecorder.isTypeSupported(one))
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(pieces, { type: recorder.mimeType })))
  })
  const off = (): void => {
    window.clearTimeout(late)
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  const late = window.setTimeout(off, LONGEST)
  recorder.start()
  return {
    cancel: off,
    stop() {
      off()
      return ended
    },
  }
}

/** The browser's own recognition: it listens once and returns the words. */
export type Listen = (language: string) => { readonly words: Promise<string>; stop(): void }

interface Recogniser extends EventTarget {
  lang: string
  continuous: boolean
  start(): void
  stop(): void
}

/** Undefined: this browser has none. */
export function ownRecognition(): Listen | undefined {
  const names: {
    readonly SpeechRecognition?: new () => Recogniser
    readonly webkitSpeechRecognition?: new () => Recogniser
  } = window as object // not every browser has them, and the types omit them
  const Own = names.SpeechRecognition ?? names.webkitSpeechRecognition
  if (Own === undefined) return undefined
  return (language) => {
    const recogniser = new Own()
    recogniser.lang = language
    recogniser.continuous = true
    const heard: string[] = []
    const words = new Promise<string>((resolve, reject) => {
      recogniser.addEventListener('result', (event) => {
        const { results } = event as Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> } // as the standard has it
        heard.splice(0, heard.length, ...Array.from(results, (one) => one[0]?.transcript ?? ''))
      })
      recogniser.addEventListener('end', () => resolve(heard.join(' ').trim()))
      recogniser.addEventListener('error', (event) =>
        reject(new Error('error' in event ? String(event.error) : '')),
      )
    })
    recogniser.start()
    return { words, stop: () => recogniser.stop() }
  }
}

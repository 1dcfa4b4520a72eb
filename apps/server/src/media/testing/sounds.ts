/** A whole WAV of a tone. */
export function wav(seconds: number, rate = 8000): Buffer {
  const samples = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at += 1)
    bytes.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * at) / rate)), 44 + at * 2)
  return bytes
}

/** Frames of an MP3 of silence: 128 kbit/s, 44,100 samples a second. */
export function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xff_fb_90_00)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

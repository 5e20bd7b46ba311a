/** Bytes that begin like a recording of a browser: for what looks at the type only. `size` is in bytes. */
export function sampleRecording(size = 3000) {
  const head = Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm\x42\x87\x81\x04\x86\x86A_OPUS', 'latin1')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 7)])
}

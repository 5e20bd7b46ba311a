/** Types of recordings that browsers make and play, as the reply names them. */
export const voiceTypes = ['audio/webm', 'audio/mp4', 'audio/ogg'] as const
export type VoiceType = (typeof voiceTypes)[number]

/** Bytes from the beginning of a file that decide about its type: containers name their tracks there. */
export const VOICE_HEAD_BYTES = 4096

/** Codecs of a video in WebM and Matroska. In full: random bytes of a sound often contain two letters. */
const VIDEO_CODEC = /V_(?:VP8|VP9|AV1|THEORA|UNCOMPRESSED|MPEG[124HI]|MS\/VFW|QUICKTIME|REAL|PRORES|MJPEG)/

/**
 * Returns the type of a recording by its first bytes; null for anything else. What a client says of a file
 * does not count. WebM and Ogg need a track of Opus and no video; MP4 names its tracks too late in the file.
 */
export function voiceTypeOf(head: Uint8Array): VoiceType | null {
  const text = Buffer.from(head).toString('latin1')
  if (text.startsWith('\x1a\x45\xdf\xa3')) {
    const isAudio = text.includes('webm') && text.includes('A_OPUS') && !VIDEO_CODEC.test(text)
    return isAudio ? 'audio/webm' : null
  }
  if (text.startsWith('OggS')) return text.includes('OpusHead') ? 'audio/ogg' : null
  return /^.{4}ftyp(?:M4A|isom|iso[2-6]|mp4[12]|dash)/s.test(text) ? 'audio/mp4' : null
}

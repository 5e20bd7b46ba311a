import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

/** Creates a JPEG of one colour. */
export function sampleImage({ width = 600, height = 800, colour = '#c86432' } = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

interface Upload {
  /** Path of the endpoint. */
  url: string
  cookie?: string
  data: object
  file?: Uint8Array<ArrayBuffer>
}

/** Sends a form with a file as a browser does. */
export function upload(app: FastifyInstance, { url, cookie, data, file }: Upload) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  if (file) form.append('file', new Blob([file]), 'photo.jpg')
  return app.inject({ method: 'POST', url, headers: cookie ? { cookie } : {}, payload: form })
}

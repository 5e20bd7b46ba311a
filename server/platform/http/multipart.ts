import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { toAppError } from './error-replies.ts'

/** A received file on disk. It is removed as soon as its request has been handled. */
export interface UploadedFile {
  path: string
  /** In bytes; one more than the limit if the file was cut off there. */
  size: number
}

/** Parsed parts of a form: the fields as JSON, and the file if one was sent. */
export interface ReceivedForm {
  body: unknown
  upload: UploadedFile | null
}

type SaveFile = (stream: Readable) => Promise<UploadedFile>

/**
 * Reads a multipart form: `data` (JSON) and at most one file, within the limits given to @fastify/multipart.
 * The file is streamed to `save`.
 * @throws AppError `request.unsupported_type`, `request.too_large`, `request.invalid`
 */
export async function readMultipart(request: FastifyRequest, save: SaveFile): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_type')
  try {
    return await readParts(request, save)
  } catch (cause) {
    if (isDiskError(cause) || cause instanceof AppError) throw cause
    // The parser's errors about a missing boundary or end have no code or status, but the client caused them.
    const error = toAppError(cause)
    throw error.status < 500 ? error : new AppError('request.invalid', { cause })
  }
}

async function readParts(request: FastifyRequest, save: SaveFile): Promise<ReceivedForm> {
  let body: unknown
  let upload: UploadedFile | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const { file } = part
      // Above the limit the parser would skip the rest of the file before it ends the stream.
      file.once('limit', () => file.push(null))
      upload = await save(file)
      // The slice rejects such a file, whatever follows it.
      if (part.file.truncated) break
    } else if (part.fieldname === 'data') body = parseJson(String(part.value))
  }
  return { body, upload: upload && upload.size > 0 ? upload : null }
}

/** Distinguishes a failure to write the file from a broken form or connection. */
function isDiskError(error: unknown) {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { toAppError } from './error-replies.ts'

export interface UploadedFile {
  bytes: Buffer
}

/**
 * Reads a multipart form: `data` (JSON) and at most one file, within the limits given to @fastify/multipart.
 * @throws AppError `request.unsupported_type`, `request.too_large`, `request.invalid`
 */
export async function readMultipart(request: FastifyRequest): Promise<{ body: unknown; upload: UploadedFile | null }> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_type')
  try {
    return await readParts(request)
  } catch (cause) {
    // The parser gives errors about a missing boundary or end neither a code nor a status, but the client caused them.
    const error = toAppError(cause)
    throw error.status < 500 ? error : new AppError('request.invalid', { cause })
  }
}

async function readParts(request: FastifyRequest) {
  let body: unknown
  let upload: UploadedFile | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') upload = { bytes: await part.toBuffer() }
    else if (part.fieldname === 'data') body = parseJson(String(part.value))
  }
  return { body, upload: upload && upload.bytes.length > 0 ? upload : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('request.invalid', { cause })
  }
}

import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import { ImageError } from '#server/platform/images/images.ts'

const codes = {
  not_an_image: 'profiles.photo_not_an_image',
  too_large: 'profiles.photo_too_large',
  too_small: 'profiles.photo_too_small',
  failed: 'profiles.photo_failed',
} satisfies Record<ImageError['reason'], ErrorCode>

/** Throws what an upload that is no photo leads to. */
export function rethrowAsAppError(error: unknown): never {
  throw error instanceof ImageError ? new AppError(codes[error.reason], { cause: error }) : error
}

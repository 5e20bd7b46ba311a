import { ApiError } from '#web/api/api-error.ts'
import { shrunkSize, sizeProblem, type PixelArea } from './photo-file.ts'

const JPEG_QUALITY = 0.9

/**
 * Reads an image upright, as its EXIF orientation says.
 * @throws ApiError `profiles.photo_not_an_image`, `profiles.photo_too_small`
 */
export async function openPhoto(file: Blob): Promise<ImageBitmap> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new ApiError(415, { code: 'profiles.photo_not_an_image' }, { cause })
  })
  const problem = sizeProblem(image)
  if (problem) throw new ApiError(422, problem)
  return image
}

/**
 * Cuts an area out of a photo and shrinks it on the device. The new image is without the data that cameras
 * add, such as the place.
 */
export async function cutPhoto(file: File, area: PixelArea): Promise<File> {
  const image = await openPhoto(file)
  const { width, height } = shrunkSize(area)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
  if (!blob) throw new ApiError(415, { code: 'profiles.photo_not_an_image' })
  return new File([blob], file.name, { type: 'image/jpeg' })
}

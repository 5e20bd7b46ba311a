/** Types of files that can be uploaded as a photo, for the `accept` of a file field. */
export const PHOTO_FILE_TYPES = 'image/jpeg,image/png,image/webp'

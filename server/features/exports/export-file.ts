/** Returns the storage path of an export's file. */
export function exportFile(publicId: string) {
  return `${publicId}/export.zip`
}

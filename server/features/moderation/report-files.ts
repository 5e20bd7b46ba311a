/** Returns the storage path of an attachment. Photos have others: no address of a photo leads to it. */
export function attachmentFile(storageKey: string) {
  return `${storageKey}/report.webp`
}

/** Returns the storage path of a selfie. Photos have others: no address of a photo leads to it. */
export function selfieFile(storageKey: string) {
  return `${storageKey}/selfie.webp`
}

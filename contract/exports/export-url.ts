/** Address of the file of an export. Answers only its owner, logged in. */
export function exportUrl(id: string) {
  return `/exports/${id}.zip`
}

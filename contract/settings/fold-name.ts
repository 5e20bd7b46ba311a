/** Returns the name of a place without accents and case: 'zurich' finds Zürich, 'lodz' finds Łódź. */
export function foldName(name: string) {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
}

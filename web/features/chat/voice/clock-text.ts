/** Returns a length as a player shows it: minutes and seconds. */
export function clockText(ms: number) {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

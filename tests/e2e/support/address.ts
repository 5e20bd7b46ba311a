/** Everybody comes from an address of their own, so that limits for one do not meet another. */
export function someAddress() {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

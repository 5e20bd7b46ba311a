/** Returns the path of the page that a URL stands for: itself, or that of React Router's data for it. */
export function pagePath(url: string) {
  const [path = ''] = url.split('?')
  // `/_.data` is that of the page `/`.
  return path.replace(/(?<=\/)_\.data$|\.data$/, '')
}

/** Returns the address of a page as its code compares it. Browsers read `//host` as another site. */
export function withoutFinalSlash(url: string) {
  const [path = ''] = url.split('?')
  if (!/^\/[\w%-]/.test(path)) return url
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return url.slice(0, end) + url.slice(path.length)
}

/** Calls, photos and files of the web app. */
export function isCallOrFile(url: string) {
  return /^\/(?:api|assets|photos)\//.test(url)
}

/** Whether a URL names a file, which is no page, unless it is the data that React Router requests for one. */
export function hasFileName(url: string) {
  const [path = ''] = url.split('?')
  return /\.\w+$/.test(path) && !path.endsWith('.data')
}

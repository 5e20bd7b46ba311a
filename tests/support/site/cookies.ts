type Headers = Record<string, unknown>

/** Returns the `Set-Cookie` headers of an answer. */
export function setCookies(headers: Headers) {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

/** Returns the `Set-Cookie` header that starts or ends a session, or an empty text. */
export function sessionCookie(headers: Headers) {
  return setCookies(headers).find((cookie) => /^(__Host-)?session=/.test(cookie)) ?? ''
}

/** Returns the `Set-Cookie` header that makes the browser a known device, or an empty text. */
export function deviceCookie(headers: Headers) {
  return setCookies(headers).find((cookie) => /^(__Host-)?device=/.test(cookie)) ?? ''
}

/** Returns the header with which a browser sends a cookie back. */
export function sent(setCookie: string) {
  return { cookie: setCookie.split(';')[0] ?? '' }
}

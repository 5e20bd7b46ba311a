type Headers = Record<string, unknown>

/** `Set-Cookie` headers of an answer, one text each. */
export function setCookies(headers: Headers) {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

/** The one that begins or ends a session, or an empty text. */
export function sessionCookie(headers: Headers) {
  return setCookies(headers).find((cookie) => /^(__Host-)?session=/.test(cookie)) ?? ''
}

/** What a browser sends back of a cookie. */
export function sent(setCookie: string) {
  return { cookie: setCookie.split(';')[0] ?? '' }
}

/**
 * Returns the path of the contract for the URL of a request (SHELL-16): without `.php`, and for the one call
 * that its query distinguishes from the log-in, its own. For Fastify's `rewriteUrl`.
 */
export function contractUrl({ method, url = '/' }: { method?: string | undefined; url?: string | undefined }) {
  const path = withoutPhp(url)
  const isPush = method === 'POST' && /^\/api\/user\?(?:[^#]*&)?push=1(?:&|$)/.test(path)
  return isPush ? '/api/push-subscription' : path
}

/** Removes the `.php` ending of an API path. */
function withoutPhp(url: string) {
  return url.replace(/^(\/api\/[a-z-]+)\.php(?=\?|$)/, '$1')
}

const LOGIN_PATH = '/operator/login'

/** Returns the address of the console's log-in, which leads back to a page. */
export function operatorLoginPath(target?: string) {
  return target && isConsolePath(target) ? `${LOGIN_PATH}?${new URLSearchParams({ target })}` : LOGIN_PATH
}

/** Returns the page of the console that asked for the log-in, else its start. */
export function targetOfLogin(search: URLSearchParams) {
  const target = search.get('target')
  return target && isConsolePath(target) ? target : '/operator'
}

/** Only a page of the console itself: not the log-in, and nothing that a browser takes for another site. */
function isConsolePath(path: string) {
  return /^\/operator(?:[/?][\w\-/?=&%.]*)?$/.test(path) && !path.startsWith(LOGIN_PATH)
}

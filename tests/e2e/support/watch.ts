import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Listens to browsers while a test runs, and knows at its end what nobody had announced. */
export interface Watch {
  follow(context: BrowserContext): void
  /** The test is about to be refused: an answer with this status to a path that begins so is no fault. */
  expectError(status: number, path: string): void
  /** The test cuts the network: requests fail, and the browser says so. */
  expectCuts(): void
  /** Everything that went wrong, one line each; and refusals that were announced and never came. */
  problems(): string[]
}

export function createWatch(): Watch {
  const problems: string[] = []
  const expected: { status: number; path: string; hasCome: boolean }[] = []
  let isCut = false

  function onConsole(message: ConsoleMessage) {
    const text = message.text()
    if (!['error', 'warning'].includes(message.type())) return
    // The other listeners hear of failed requests with more detail.
    if (text.startsWith('Failed to load resource: ')) return
    if (isCut && text.startsWith('WebSocket connection to ')) return
    problems.push(`console ${message.type()}: ${text} (${message.page()?.url()})`)
  }

  function onResponse(response: Response) {
    const status = response.status()
    if (status < 400) return
    const { pathname } = new URL(response.url())
    const announced = expected.find((each) => each.status === status && pathname.startsWith(each.path))
    if (announced) announced.hasCome = true
    else problems.push(`${status}: ${response.request().method()} ${pathname}`)
  }

  function onRequestFailed(request: Request) {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left takes back what it had asked for.
    if (reason === 'net::ERR_ABORTED') return
    if (isCut && reason === 'net::ERR_INTERNET_DISCONNECTED') return
    problems.push(`${reason}: ${request.method()} ${request.url()}`)
  }

  return {
    follow(context) {
      context.on('console', onConsole)
      context.on('weberror', (error) => problems.push(`page error: ${error.error().stack}`))
      context.on('response', onResponse)
      context.on('requestfailed', onRequestFailed)
    },
    expectError: (status, path) => void expected.push({ status, path, hasCome: false }),
    expectCuts: () => {
      isCut = true
    },
    problems() {
      const missing = expected.filter(({ hasCome }) => !hasCome)
      return [...problems, ...missing.map(({ status, path }) => `never came: ${status} for ${path}`)]
    },
  }
}

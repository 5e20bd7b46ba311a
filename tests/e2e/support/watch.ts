import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Records the errors that browsers meet while a test runs. */
export interface Watch {
  follow(context: BrowserContext): void
  /** Expects an error reply: this status, for a path that begins like this. */
  expectError(status: number, path: string): void
  /** Accepts an error reply that comes only if a call was under way: another device ends the session. */
  acceptError(status: number, path: string): void
  /** Accepts what the console and the page report with this text. */
  acceptReports(text: string): void
  /** Accepts failed requests from now on, because the test cuts the network. */
  expectCuts(): void
  /** Returns one line for each unexpected error, and for each expected one that did not come. */
  problems(): string[]
}

export function createWatch(): Watch {
  const problems: string[] = []
  const expected: { status: number; path: string; hasCome: boolean }[] = []
  const accepted: string[] = []
  let isCut = false

  function onConsole(message: ConsoleMessage) {
    const text = message.text()
    if (!['error', 'warning'].includes(message.type())) return
    // The listeners for replies and failed requests report these in more detail.
    if (text.startsWith('Failed to load resource: ')) return
    // Playwright writes it in place of the worker (playwright.config.ts).
    if (text === 'Service Worker registration blocked by Playwright') return
    if (isAccepted(text)) return
    if (isCut && text.startsWith('WebSocket connection to ')) return
    problems.push(`console ${message.type()}: ${text} (${message.page()?.url()})`)
  }

  const isAccepted = (text: string) => accepted.some((each) => text.includes(each))

  function onPageError(error: Error) {
    // Errors of the browser itself, such as a SecurityError, have no stack.
    const text = error.stack || error.message
    if (!isAccepted(text)) problems.push(`page error: ${text}`)
  }

  function onResponse(response: Response) {
    const status = response.status()
    if (status < 400) return
    const { pathname } = new URL(response.url())
    const match = expected.find((each) => each.status === status && pathname.startsWith(each.path))
    if (match) match.hasCome = true
    else problems.push(`${status}: ${response.request().method()} ${pathname}`)
  }

  function onRequestFailed(request: Request) {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page cancels its requests.
    if (reason === 'net::ERR_ABORTED') return
    // The second is a page for which the service worker finds neither the network nor a stored page.
    if (isCut && ['net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED'].includes(reason)) return
    problems.push(`${reason}: ${request.method()} ${request.url()}`)
  }

  return {
    follow(context) {
      context.on('console', onConsole)
      context.on('weberror', (error) => onPageError(error.error()))
      context.on('response', onResponse)
      context.on('requestfailed', onRequestFailed)
    },
    expectError: (status, path) => void expected.push({ status, path, hasCome: false }),
    acceptError: (status, path) => void expected.push({ status, path, hasCome: true }),
    acceptReports: (text) => void accepted.push(text),
    expectCuts: () => {
      isCut = true
    },
    problems() {
      const missing = expected.filter(({ hasCome }) => !hasCome)
      return [...problems, ...missing.map(({ status, path }) => `never came: ${status} for ${path}`)]
    },
  }
}

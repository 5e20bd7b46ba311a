/** The part of a document that knows when it is left or covered. */
type Watched = Pick<Document, 'visibilityState' | 'addEventListener'>

const beacon = { send: (url: string, body: Blob) => navigator.sendBeacon(url, body) }

/** Reports each time the page is left or covered (SHELL-19). A beacon arrives although the page ends. */
export function reportPageHidden(page: Watched, { send }: { send: (url: string, body: Blob) => boolean } = beacon) {
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') send('/api/page-hidden.php', new Blob(['{}'], { type: 'application/json' }))
  })
}

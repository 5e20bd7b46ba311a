/** A drag further than this share of the card's width is an answer. */
const ANSWER_SHARE = 0.3

type Answer = 'yes' | 'no'

/**
 * Turns rows of cards into stacks that are answered by drag, buttons and arrow keys. After the last card come
 * the visitor's choices, and the sign-up.
 */
export function startDecks({ isCalm }: { isCalm: boolean }) {
  for (const deck of document.querySelectorAll<HTMLElement>('[data-deck]')) startDeck(deck, isCalm)
}

function startDeck(deck: HTMLElement, isCalm: boolean) {
  const cards = [...deck.querySelectorAll<HTMLElement>('[data-card]')]
  const end = deck.querySelector<HTMLElement>('[data-end]')
  const choices = deck.querySelector<HTMLElement>('[data-chosen]')
  const status = deck.querySelector<HTMLElement>('[data-status]')
  const list = deck.querySelector<HTMLElement>('[data-cards]')
  const controls = deck.querySelector<HTMLElement>('[data-controls]')
  let current = 0

  function answer(kind: Answer) {
    const card = cards[current]
    if (!card) return
    if (kind === 'yes') choices?.append(chipOf(card))
    card.dataset['away'] = kind
    current += 1
    show()
  }

  function show() {
    for (const [index, card] of cards.entries()) {
      const depth = index - current
      card.style.setProperty('--depth', String(Math.max(0, depth)))
      card.inert = depth !== 0
      card.toggleAttribute('data-hidden', depth > 2)
    }
    const next = cards[current]
    if (next) {
      if (status) status.textContent = next.textContent
      return
    }
    // The focus must not stay on a button that is no longer there.
    const isInside = deck.contains(document.activeElement)
    if (controls) controls.hidden = true
    if (list) list.hidden = true
    if (!end) return
    end.hidden = false
    end.toggleAttribute('data-none', choices?.childElementCount === 0)
    if (isInside) end.focus()
  }

  for (const button of deck.querySelectorAll<HTMLElement>('[data-answer]'))
    button.addEventListener('click', () => answer(button.dataset['answer'] === 'yes' ? 'yes' : 'no'))
  addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    const isTyped = target instanceof Element && target.closest('input, select, textarea')
    if (isTyped || altKey || ctrlKey || metaKey) return
    if (key === 'ArrowRight') answer('yes')
    if (key === 'ArrowLeft') answer('no')
  })
  for (const card of cards) followDrag(card, { isCalm, answer })
  deck.dataset['live'] = ''
  show()
}

function chipOf(card: HTMLElement) {
  const chip = document.createElement('li')
  chip.textContent = card.textContent
  return chip
}

function followDrag(card: HTMLElement, { isCalm, answer }: { isCalm: boolean; answer: (kind: Answer) => void }) {
  let from: number | null = null
  const move = (x: number) => card.style.setProperty('--drag', String(x / card.offsetWidth))
  card.addEventListener('pointerdown', ({ pointerId, clientX, button }) => {
    if (button !== 0) return
    from = clientX
    card.setPointerCapture(pointerId)
    card.dataset['dragged'] = ''
  })
  card.addEventListener('pointermove', ({ clientX }) => {
    if (from !== null && !isCalm) move(clientX - from)
  })
  const end = (moved: number) => {
    from = null
    delete card.dataset['dragged']
    const share = moved / card.offsetWidth
    if (Math.abs(share) > ANSWER_SHARE) answer(share > 0 ? 'yes' : 'no')
    else move(0)
  }
  card.addEventListener('pointerup', ({ clientX }) => {
    if (from !== null) end(clientX - from)
  })
  card.addEventListener('pointercancel', () => {
    if (from !== null) end(0)
  })
}

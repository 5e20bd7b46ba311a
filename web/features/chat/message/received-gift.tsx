import { useState } from 'react'
import type { Message } from '#contract/chat/schemas.ts'
import { WRAPPED_GIFT_MS } from '#contract/limits.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { GiftImage } from './gift-image.tsx'
import { giftKey, useOpenedGift } from './opened-gifts.ts'

/**
 * A gift from the partner, wrapped until the first press on this device (CHAT-32). The button keeps the focus
 * and gets the name of the gift; a later press plays the opening again.
 */
export function ReceivedGift({ message }: { message: Extract<Message, { kind: 'gift' }> }) {
  const t = useTranslations('chat-conversation')
  const { gift, sentAt } = message
  const { wasOpened, open } = useOpenedGift(giftKey(message))
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const isOld = useNow().getTime() - Date.parse(sentAt) > WRAPPED_GIFT_MS
  // Each press is another animation: without a key of its own the same one would not start again.
  const [presses, setPresses] = useState(0)
  if (isStill || isOld) return <OpenGift gift={gift} />
  const isOpening = presses > 0
  const isOpen = wasOpened || isOpening
  return (
    <button
      type="button"
      className="flex min-w-36 flex-col items-center gap-1 rounded-md"
      onClick={() => {
        open()
        setPresses((count) => count + 1)
      }}
    >
      <span className="relative block size-28">
        {isOpen && <GiftImage key={presses} gift={gift} className={cx('size-full', isOpening && 'gift-rises')} />}
        {(isOpening || !isOpen) && <WrappedGift key={`wrapped ${presses}`} isOpening={isOpening} />}
      </span>
      <span className="font-semibold">{t(isOpen ? `gifts.${gift}` : 'gift.open')}</span>
    </button>
  )
}

/** The image of a gift and its name. */
export function OpenGift({ gift }: Pick<Extract<Message, { kind: 'gift' }>, 'gift'>) {
  const t = useTranslations('chat-conversation.gifts')
  return (
    <>
      <GiftImage gift={gift} className="size-28" />
      <p className="font-semibold">{t(gift)}</p>
    </>
  )
}

/** A box with a bow, which opens over the gift and is gone at the end. */
function WrappedGift({ isOpening }: { isOpening: boolean }) {
  return (
    <svg
      viewBox="0 0 64 64"
      aria-hidden
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('absolute inset-0 size-full overflow-visible', isOpening && 'gift-opens')}
    >
      <g className="gift-box">
        <path d="M12 32h40v23a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5Z" className="fill-accent" />
        <path d="M27 32h10v28H27Z" className="fill-warning" />
        <path d="M12 32h40v4H12Z" className="fill-shade opacity-20" />
      </g>
      <g className="gift-lid">
        <path
          d="M31 19c-3-12-19-13-18-5 1 5 11 5 18 5ZM33 19c3-12 19-13 18-5-1 5-11 5-18 5Z"
          strokeWidth="4"
          className="stroke-warning"
        />
        <rect x="8" y="20" width="48" height="13" rx="3" className="fill-accent-strong" />
        <path d="M27 20h10v13H27Z" className="fill-warning" />
        <path d="M29 18h6a2 2 0 0 1 2 2v3H27v-3a2 2 0 0 1 2-2Z" className="fill-warning" />
      </g>
    </svg>
  )
}

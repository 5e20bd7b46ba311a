import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type UIEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  shown: number
  count: number
  onShow: (index: number) => void
}

/** Buttons at both sides of a carousel of photos, and the number of the photo that is shown. */
export function CarouselControls({ shown, count, onShow }: Props) {
  const t = useTranslations('profiles')
  if (count < 2) return null
  return (
    <>
      <IconButton
        label={t('previousPhoto')}
        variant="shade"
        className="absolute start-3 top-1/2 -translate-y-1/2"
        isUnavailable={shown === 0}
        onClick={() => onShow(shown - 1)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        label={t('nextPhoto')}
        variant="shade"
        className="absolute end-3 top-1/2 -translate-y-1/2"
        isUnavailable={shown === count - 1}
        onClick={() => onShow(shown + 1)}
      >
        <ChevronRight />
      </IconButton>
      <p
        aria-live="polite"
        className="pointer-events-none absolute end-3 bottom-[max(--spacing(3),env(safe-area-inset-bottom))] rounded-full bg-shade/60 px-3 py-1 text-sm text-on-shade tabular-nums"
      >
        {t('photoNumber', { number: shown + 1, count })}
      </p>
    </>
  )
}

/** A row of slides to swipe, also moved by arrow keys and `show`. Its CSS decides on smooth scrolling. */
export function useCarousel({ count, start = 0 }: { count: number; start?: number }) {
  const element = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(start)
  useLayoutEffect(() => {
    const node = element.current
    if (start > 0) node?.scrollTo({ left: node.clientWidth * start, behavior: 'instant' })
  }, [start])

  function show(index: number) {
    const slide = element.current?.children[clampSlide(index, count)]
    // Not `scrollIntoView`, which would scroll the page too.
    if (slide instanceof HTMLElement) element.current?.scrollTo({ left: slide.offsetLeft })
  }

  return {
    shown,
    show,
    carousel: {
      ref: element,
      // A scrolling region has to be reachable by keyboard.
      tabIndex: 0,
      onKeyDown({ key }: KeyboardEvent) {
        const index = slideForKey(key, shown)
        if (index !== null) show(index)
      },
      onScroll({ currentTarget }: UIEvent<HTMLUListElement>) {
        setShown(slideAt(currentTarget))
      },
    },
  }
}

/** Index of the slide that fills most of a carousel. Browsers report fractions of a pixel while it moves. */
export function slideAt({ scrollLeft, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'clientWidth'>) {
  // A carousel that is not laid out has no width.
  return clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth)
}

/** Index within the slides that exist. */
export function clampSlide(index: number, count: number) {
  return Math.max(0, Math.min(index, count - 1))
}

/** Index that an arrow key leads to, or null for any other key. */
export function slideForKey(key: string, shown: number) {
  if (key === 'ArrowRight') return shown + 1
  if (key === 'ArrowLeft') return shown - 1
  return null
}

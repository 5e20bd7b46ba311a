import EyeOff from 'lucide-react/icons/eye-off'
import { useRef, useState, type Ref } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHotkeys } from './use-hotkeys.ts'

interface CoveredImageProps {
  src: string
  /** What it is: the alternative text, and part of the button's name. */
  name: string
  width: number
  height: number
  isShown: boolean
  onShownChange: (isShown: boolean) => void
  onFocus?: () => void
  /** It is fetched before it is scrolled to. */
  isLoaded?: boolean
  'data-selfie'?: boolean
  ref?: Ref<HTMLButtonElement>
  className?: string
}

/** An image that is blurred and grey until it is pressed: an operator sees a hundred of them a day. */
export function CoveredImage({
  src,
  name,
  width,
  height,
  isShown,
  onShownChange,
  onFocus,
  isLoaded = false,
  className,
  ...rest
}: CoveredImageProps) {
  const t = useTranslations('operator.cover')
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={isShown}
      aria-label={t(isShown ? 'hide' : 'show', { name })}
      onClick={() => onShownChange(!isShown)}
      onFocus={onFocus}
      className={cx('relative block overflow-hidden rounded-md bg-surface-muted', className)}
    >
      <img
        src={src}
        alt={name}
        width={width || undefined}
        height={height || undefined}
        loading={isLoaded ? 'eager' : 'lazy'}
        className={cx('size-full object-contain', !isShown && 'scale-110 blur-xl grayscale')}
      />
      {!isShown && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-10 place-items-center rounded-full bg-surface-raised text-text">
            <EyeOff aria-hidden className="size-5" />
          </span>
        </span>
      )}
    </button>
  )
}

/**
 * One that keeps to itself whether it is shown. The key v goes to the first of a page that is covered and
 * shows it; Enter covers it again.
 */
export function StandaloneCoveredImage(props: Omit<CoveredImageProps, 'isShown' | 'onShownChange' | 'ref'>) {
  const [isShown, setIsShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // One that is shown leaves the key to the next.
  useHotkeys(isShown ? {} : { v: show })

  function show() {
    setIsShown(true)
    button.current?.focus()
  }

  return <CoveredImage {...props} ref={button} isShown={isShown} onShownChange={setIsShown} />
}

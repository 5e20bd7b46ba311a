import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { tabListLook, tabLook } from './tab-look.ts'

type TabsProps<Value extends string> = {
  /** Names the list of tabs. */
  label: string
  tabs: readonly { value: Value; label: ReactNode; badge?: ReactNode; content: ReactNode }[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  className?: string | undefined
}

/** Views of the same thing, switched in place. Where each view has its own URL, use TabLinks. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  defaultValue,
  onValueChange,
  className,
}: TabsProps<Value>) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: defaultValue ?? tabs[0]?.value } : { value })}
      // Only values of `tabs` are ever offered.
      onValueChange={(next) => onValueChange?.(next as Value)}
      className={className}
    >
      <Base.List aria-label={label} className={tabListLook}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabLook}>
            {tab.label}
            {tab.badge}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={cx('rounded-sm pt-5')}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

import type { ComponentProps } from 'react'
import { Card } from '#web/ui/elements/card.tsx'
import { cx } from '#web/ui/cx.ts'

/** A part of the page of the own profile. On a phone it reaches to the edges. */
export function ProfileCard({ className, ...rest }: ComponentProps<'div'>) {
  return <Card {...rest} className={cx('flex flex-col gap-6 max-sm:-mx-4 max-sm:rounded-none', className)} />
}

/** Groups of choices beside each other, in a card as wide as the page. */
export const groupsVariants = 'grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3'

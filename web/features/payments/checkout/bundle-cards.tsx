import ChevronRight from 'lucide-react/icons/chevron-right'
import { href, useLocation } from 'react-router'
import type { Bundle } from '#contract/payments/schemas.ts'
import { Card } from '#web/ui/elements/card.tsx'
import { Link } from '#web/api/link.tsx'
import { loweredAmount } from './applied-discount.ts'
import { BundleRow, IncludedDiscount } from './bundle-row.tsx'
import { codeOfLink, withCode } from './code-of-link.ts'
import { useWaitingDiscount } from './use-discount.ts'

/** The packages on pages about prices: rows of one card, the smallest first, each a link to its payment. */
export function BundleCards({ bundles }: { bundles: readonly Bundle[] }) {
  const applied = useWaitingDiscount()
  const code = codeOfLink(useLocation().search)
  return (
    <>
      <Card padding="none" className="mx-auto max-w-2xl overflow-hidden">
        <ul className="divide-y divide-line">
          {bundles.map((bundle) => (
            <li key={bundle.id}>
              <Link
                to={withCode(href('/credits/:id/:paymentmethod?', { id: bundle.id }), code)}
                prefetch="intent"
                className="group flex min-h-20 items-center gap-3 px-4 py-3 text-text no-underline transition-colors hover:bg-surface-muted focus-visible:-outline-offset-2 sm:px-6"
              >
                <BundleRow bundle={bundle} lowered={loweredAmount(bundle, applied)} />
                <ChevronRight
                  aria-hidden
                  className="size-5 shrink-0 text-text-muted transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <IncludedDiscount bundles={bundles} applied={applied} />
    </>
  )
}

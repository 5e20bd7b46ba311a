import { useRef, type ComponentType, type ReactNode } from 'react'
import { Link } from '#web/api/link.tsx'
import { useHotkeys } from './use-hotkeys.ts'

/** The columns of a list of the console, from left to right: the component of a row's cell by name. */
export type Columns<Row, Name extends string = string> = Readonly<Record<Name, (row: Row) => ReactNode>>

interface DataListProps<Row extends object, Name extends string> {
  /** Names the table for screen readers. */
  label: string
  columns: Columns<Row, Name>
  heading: (name: Name) => ReactNode
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The page of a row: the first column becomes a link to it. */
  rowPath?: (row: Row) => string
  /** In place of an empty table. */
  empty: ReactNode
}

/**
 * A dense table. With `rowPath` the keys j and k move the focus from row to row, and Enter opens one. The
 * server sorts, filters and pages: their state is in the URL.
 */
export function DataList<Row extends object, Name extends string>({
  label,
  columns,
  heading,
  rows,
  rowId,
  rowPath,
  empty,
}: DataListProps<Row, Name>) {
  const region = useRef<HTMLDivElement>(null)
  const cells = Object.entries(columns) as [Name, ComponentType<Row>][]
  useHotkeys({
    j: () => moveFocus(region.current, 1),
    k: () => moveFocus(region.current, -1),
  })
  if (rows.length === 0) return <p className="rounded-md bg-surface-raised p-6 text-center text-text-muted">{empty}</p>
  return (
    <div
      ref={region}
      role="region"
      aria-label={label}
      tabIndex={0}
      // Holds what is hidden but for screen readers, which would widen the page.
      className="relative overflow-x-auto rounded-md border border-line bg-surface-raised"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-start">
            {cells.map(([name]) => (
              <th
                key={name}
                scope="col"
                className="px-3 py-2 text-start text-xs font-semibold whitespace-nowrap text-text-muted"
              >
                {heading(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              data-row={rowId(row)}
              className="border-b border-line last:border-b-0 focus-within:bg-accent-soft hover:bg-surface-muted"
            >
              {cells.map(([name, Cell], index) => (
                <td key={name} className="px-3 py-2 align-top">
                  {rowPath && index === 0 ? (
                    <Link
                      to={rowPath(row)}
                      data-row-link
                      className="inline-block min-h-6 font-semibold text-accent-text underline"
                    >
                      <Cell {...row} />
                    </Link>
                  ) : (
                    <Cell {...row} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the id of the row that has the focus. */
export function focusedRow() {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
}

/** Moves the focus to the link of the next row in a direction, from none to the first. */
function moveFocus(region: HTMLElement | null, step: 1 | -1) {
  const links = [...(region?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const current = links.findIndex((link) => link === document.activeElement)
  links[Math.max(0, Math.min(links.length - 1, current + step))]?.focus()
}

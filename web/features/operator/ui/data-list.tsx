import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useRef, type ReactNode } from 'react'
import { Link } from '#web/api/link.tsx'
import { useHotkeys } from './use-hotkeys.ts'

const features = tableFeatures({})

/** A column of a list of the console. Keep the array outside of the component, or memoised. */
export type Column<Row extends object> = ColumnDef<typeof features, Row, unknown>

interface DataListProps<Row extends object> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
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
export function DataList<Row extends object>({ label, columns, rows, rowId, rowPath, empty }: DataListProps<Row>) {
  const region = useRef<HTMLDivElement>(null)
  const table = useTable({ features, columns, data: rows, getRowId: rowId })
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
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b border-line text-start">
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className="px-3 py-2 text-start text-xs font-semibold whitespace-nowrap text-text-muted"
                >
                  {header.isPlaceholder ? null : <table.FlexRender header={header} />}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              className="border-b border-line last:border-b-0 focus-within:bg-accent-soft hover:bg-surface-muted"
            >
              {row.getAllCells().map((cell, index) => (
                <td key={cell.id} className="px-3 py-2 align-top">
                  {rowPath && index === 0 ? (
                    <Link
                      to={rowPath(row.original)}
                      data-row-link
                      className="inline-block min-h-6 font-semibold text-accent-text underline"
                    >
                      <table.FlexRender cell={cell} />
                    </Link>
                  ) : (
                    <table.FlexRender cell={cell} />
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

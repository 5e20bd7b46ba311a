import { Column, Row } from '@react-email/components'
import type { CSSProperties } from 'react'
import { colours } from './theme.ts'

/** One line of a receipt: a name and its value. */
export function Line({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  const cell: CSSProperties = { padding: '8px 0', borderBottom: `1px solid ${colours.line}`, fontSize: 15 }
  return (
    <Row>
      <Column className="muted line name" style={{ ...cell, color: colours.muted, paddingRight: 16 }}>
        {name}
      </Column>
      <Column
        align="right"
        className="text line value"
        style={{ ...cell, color: colours.text, fontWeight: isStrong ? 700 : 400 }}
      >
        {value}
      </Column>
    </Row>
  )
}

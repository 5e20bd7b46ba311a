/** Returns the list with the item at `from` moved to `to`; a place outside the list is its nearest end. */
export function moved<Item>(list: readonly Item[], { from, to }: { from: number; to: number }): Item[] {
  const item = list[from]
  if (item === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item)
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Grid {
  place: number
  /** Of all items in their order. They may have different sizes. */
  boxes: readonly Box[]
  isRightToLeft: boolean
}

/** Returns to which place of a grid a key moves the item at `place`, or null for other keys. */
export function placeAfterKey(key: string, { place, boxes, isRightToLeft }: Grid) {
  const forward = isRightToLeft ? -1 : 1
  const places: Record<string, () => number> = {
    ArrowLeft: () => place - forward,
    ArrowRight: () => place + forward,
    ArrowUp: () => placeInColumn(boxes, place, -1) ?? 0,
    ArrowDown: () => placeInColumn(boxes, place, 1) ?? boxes.length - 1,
    Home: () => 0,
    End: () => boxes.length - 1,
  }
  return places[key]?.() ?? null
}

/** The next place above or below an item, or undefined in the first or last row. */
function placeInColumn(boxes: readonly Box[], place: number, direction: -1 | 1) {
  const box = boxes[place]
  if (!box) return undefined
  const middle = (box.left + box.right) / 2
  const column = boxes.map((_, each) => each).filter((each) => isAround(boxes[each], middle))
  return direction > 0
    ? column.find((each) => (boxes[each]?.top ?? 0) >= box.bottom)
    : column.findLast((each) => (boxes[each]?.bottom ?? Infinity) <= box.top)
}

function isAround(box: Box | undefined, x: number) {
  return box !== undefined && box.left <= x && x <= box.right
}

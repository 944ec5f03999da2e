import type { KeyboardEvent } from 'react'

const STEPS: Record<string, 'up' | 'down' | 'left' | 'right'> = { ArrowDown: 'down', Enter: 'down', ArrowUp: 'up', ArrowLeft: 'left', ArrowRight: 'right' }

/** Arrow keys go from cell to cell, Enter goes down. Within a text that is being typed, left and right move in it until its end. */
export const moveBetweenCells = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  const cell = event.target
  if (!step || event.altKey || event.ctrlKey || event.metaKey || !isCell(cell)) return
  // A list of answers keeps up and down for itself.
  if (cell instanceof HTMLSelectElement && (step === 'up' || (step === 'down' && event.key !== 'Enter'))) return
  if (cell instanceof HTMLInputElement && (step === 'left' || step === 'right') && !isAtEnd(cell, step)) return
  const next = step === 'left' || step === 'right' ? beside(cell, step) : inColumn(event.currentTarget, cell, step)
  if (!next) return
  event.preventDefault()
  next.focus()
  if (next instanceof HTMLInputElement) next.select()
}

const isCell = (target: EventTarget): target is HTMLInputElement | HTMLSelectElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) && target.dataset.cell !== undefined

const isAtEnd = (cell: HTMLInputElement, step: 'left' | 'right'): boolean => {
  const { selectionStart, selectionEnd, value } = cell
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return step === 'left' ? selectionEnd === 0 : selectionStart === value.length
}

type CellElement = HTMLInputElement | HTMLSelectElement

const beside = (cell: CellElement, step: 'left' | 'right'): CellElement | undefined => {
  const row = [...(cell.closest('tr')?.querySelectorAll<CellElement>('[data-cell]') ?? [])]
  return row[row.indexOf(cell) + (step === 'right' ? 1 : -1)]
}

const inColumn = (table: HTMLElement, cell: CellElement, step: 'up' | 'down'): CellElement | undefined => {
  const column = [...table.querySelectorAll<CellElement>(`[data-cell="${cell.dataset.cell}"]`)]
  return column[column.indexOf(cell) + (step === 'down' ? 1 : -1)]
}

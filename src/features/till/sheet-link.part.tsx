import { createContext, type ReactNode, use } from 'react'
import { Go } from '#ui/go.tsx'
import type { SheetFigure } from './sheet-receipts.rules.ts'

const LinksContext = createContext(true)

/** On paper figures lead nowhere. */
export const WithoutLinks = ({ children }: { children: ReactNode }) => <LinksContext value={false}>{children}</LinksContext>

interface OpensProps {
  figure: SheetFigure
  department?: string
  children: ReactNode
}

/** A figure that opens the receipts and movements behind it. */
export const Opens = ({ figure, department, children }: OpensProps) =>
  use(LinksContext) ? <Go change={{ figure, department, receipt: undefined }}>{children}</Go> : children

import { failure } from '#shared/failure.ts'

/** @throws SwitchedOff where the venue does not show Excises */
export const checkExciseShown = ({ showExcise }: { showExcise: boolean }): void => {
  if (!showExcise) throw failure('SwitchedOff')
}

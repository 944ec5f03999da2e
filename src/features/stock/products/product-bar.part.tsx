import { useBlocker } from '@tanstack/react-router'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { bodyOf, type Changes, countOf } from './changes.rules.ts'
import { type ProductsAnswer, productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

interface Props {
  answer: ProductsAnswer
  changes: Changes
  from: string
  locationId: number | undefined
  onDiscard: () => void
  onSaved: () => void
}

/** What is changed and not saved: all of it is saved, or nothing. */
export const ProductBar = ({ answer, changes, from, locationId, onDiscard, onSaved }: Props) => {
  const say = useSay(productWords)
  const { cells, products } = countOf(changes)
  const save = useSend(productCalls.changeProducts, {
    quiet: true,
    onDone: () => {
      toast.success(say('saved'))
      onSaved()
    },
  })
  useBlocker({
    shouldBlockFn: ({ current, next }) => cells > 0 && current.pathname !== next.pathname && !window.confirm(say.count('changes', cells)),
    enableBeforeUnload: () => cells > 0,
  })
  if (cells === 0) return null
  return (
    <section className={styles.bar} aria-label={say.count('changes', cells)}>
      <Refusal error={save.error} />
      <p role="status">
        <b>{say.count('changes', cells)}</b> <span>{say('inProducts', { n: products })}</span>
      </p>
      <button type="button" className="btn" onClick={onDiscard} disabled={save.isPending}>
        {say('discard')}
      </button>
      <button
        type="button"
        className={styles.go}
        disabled={save.isPending}
        aria-busy={save.isPending}
        onClick={() =>
          save.mutate({
            body: { From: from, ...(locationId === undefined ? {} : { LocationId: locationId }), Products: bodyOf(changes, answer.Products) } as never,
          })
        }
      >
        {say.count('save', cells)}
      </button>
    </section>
  )
}

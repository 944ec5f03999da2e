import { useState } from 'react'
import { AskFirst } from '#ui/ask-first.tsx'
import { Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { NewView, savedViews, type View, type Viewed } from './saved-views.contract.ts'
import { useViewChanges } from './view-changes.part.ts'
import styles from './view-dialog.module.css'
import { viewWords } from './views.messages.ts'

interface DialogProps {
  doing: { kind: 'save' } | { kind: 'rename' | 'remove'; view: View }
  shown: Viewed
  onClose: () => void
}

/** Naming a view, or the question before one goes. */
const ViewDialog = ({ doing, shown, onClose }: DialogProps) =>
  doing.kind === 'save' ? (
    <SaveView shown={shown} onClose={onClose} />
  ) : doing.kind === 'rename' ? (
    <RenameView view={doing.view} onClose={onClose} />
  ) : (
    <RemoveView view={doing.view} onClose={onClose} />
  )

export default ViewDialog

const SaveView = ({ shown, onClose }: { shown: Viewed; onClose: () => void }) => {
  const say = useSay(viewWords)
  const [Name, setName] = useState('')
  const [Shared, setShared] = useState(false)
  const [home, setHome] = useState(false)
  const { again, chooseHome } = useViewChanges()
  const save = useSend(savedViews.saveView, {
    quiet: true,
    onDone: async (view) => {
      if (home) chooseHome(view)
      await again()
      toast.success(say('saved', { name: view.Name }))
      onClose()
    },
  })
  const { form, onSubmit, wrong } = useForm({ value: { Name, ...shown, Shared }, body: NewView, error: save.error, onSend: (body) => save.mutate({ body }) })
  return (
    <Modal title={say('saveTitle')} onClose={onClose}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field label={say('name')} value={Name} autoComplete="off" maxLength={80} onChange={setName} wrong={wrong('Name')} hint={say('nameHint')} />
        <Tick checked={Shared} onChange={setShared}>
          {say('sharedField')}
          <small>{say('sharedHint')}</small>
        </Tick>
        <Tick checked={home} onChange={setHome}>
          {say('homeField')}
        </Tick>
        <Refusal error={save.error} fields={['Name']} />
        <Buttons verb={say('save')} busy={save.isPending} onClose={onClose} />
      </form>
    </Modal>
  )
}

const RenameView = ({ view, onClose }: { view: View; onClose: () => void }) => {
  const say = useSay(viewWords)
  const [Name, setName] = useState(view.Name)
  const { again } = useViewChanges()
  const rename = useSend(savedViews.changeView, {
    quiet: true,
    onDone: async () => {
      await again()
      onClose()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { Name },
    body: savedViews.changeView.body as never,
    error: rename.error,
    onSend: (body) => rename.mutate({ params: { viewId: view.ViewId }, body }),
  })
  return (
    <Modal title={say('renameTitle')} onClose={onClose}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field label={say('name')} value={Name} autoComplete="off" maxLength={80} onChange={setName} wrong={wrong('Name')} />
        <Refusal error={rename.error} fields={['Name']} />
        <Buttons verb={say('save')} busy={rename.isPending} onClose={onClose} />
      </form>
    </Modal>
  )
}

const RemoveView = ({ view, onClose }: { view: View; onClose: () => void }) => {
  const say = useSay(viewWords)
  const { again } = useViewChanges()
  const remove = useSend(savedViews.removeView, {
    quiet: true,
    onDone: async () => {
      await again()
      toast.success(say('removed', { name: view.Name }))
      onClose()
    },
  })
  return (
    <AskFirst
      title={say('removeTitle', { name: view.Name })}
      verb={say('delete')}
      onDo={() => remove.mutate({ params: { viewId: view.ViewId } })}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
    >
      <p>
        {say('removeAbout')} {view.Shared && say('removeShared')}
      </p>
    </AskFirst>
  )
}

const Buttons = ({ verb, busy, onClose }: { verb: string; busy: boolean; onClose: () => void }) => {
  const say = useSay(viewWords)
  return (
    <div className="acts">
      <button type="button" className="btn" onClick={onClose}>
        {say('cancel')}
      </button>
      <button type="submit" className="btn primary" disabled={busy} aria-busy={busy}>
        {verb}
      </button>
    </div>
  )
}

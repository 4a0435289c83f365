import type { Editor } from '@tiptap/core'
import { useId } from 'react'
import { z } from 'zod'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../forms/Form.tsx'
import { FormActions } from '../forms/FormActions.tsx'
import { Box } from '../layout/Box.tsx'

/** Accepts the link protocols that the server allows in a message. */
const schema = z.object({
  href: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .transform((href) => (/^[a-z]+:/i.test(href) ? href : href.includes('@') ? `mailto:${href}` : `https://${href}`))
    .pipe(z.url({ protocol: /^(https?|mailto|tel)$/ })),
})

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('richText')
  const formId = useId()
  const present = String(editor.getAttributes('link').href ?? '')
  const run = () => editor.chain().focus().extendMarkRange('link')

  function set({ href }: { href: string }) {
    if (editor.state.selection.empty && present === '') {
      editor
        .chain()
        .focus()
        .insertContent({
          type: 'text',
          text: href.replace(/^(mailto|tel):/, ''),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    } else run().setLink({ href }).run()
    onClose()
  }

  return (
    <Dialog
      open
      title={t('button.link')}
      onClose={onClose}
      width={480}
      actions={
        <>
          {present && (
            <Button
              onClick={() => {
                run().unsetLink().run()
                onClose()
              }}
            >
              {t('link.remove')}
            </Button>
          )}
          <FormActions form={formId} onCancel={onClose}>
            {t('insert')}
          </FormActions>
        </>
      }
    >
      <Form id={formId} guarded={false} schema={schema} defaultValues={{ href: present }} onSubmit={set}>
        <Box sx={{ pt: 2 }}>
          <TextField name="href" label={t('link.address')} required autoFocus inputMode="url" />
        </Box>
      </Form>
    </Dialog>
  )
}

// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface EmailSignature {
  id: Generated<string>
  version: Generated<number>
  content: string
  only_one: Generated<boolean>
}

interface MailTemplate {
  id: Generated<string>
  version: Generated<number>
  title: string
  subject: Generated<string>
  content: Generated<string>
}

interface TemplateDocument {
  id: Generated<string>
  template_id: string
  document_id: string
  position: number
}

export interface TemplatesTables {
  email_signature: EmailSignature
  mail_template: MailTemplate
  template_document: TemplateDocument
}

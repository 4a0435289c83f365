import { telephonyApi } from '#contract/calls/telephony'

/** Variables of a contact in 3CX, and their fields in the answer of our look-up. */
const variables = {
  ContactId: 'id',
  GivenName: 'givenName',
  Surname: 'surname',
  Company: 'company',
  Email: 'email',
  PhoneNumber: 'number',
  Url: 'url',
}
const outputs = {
  FirstName: 'GivenName',
  LastName: 'Surname',
  CompanyName: 'Company',
  Email: 'Email',
  PhoneBusiness: 'PhoneNumber',
  ContactUrl: 'Url',
  EntityId: 'ContactId',
}

/** Fields of the report on a finished call. Times need two passes, because they are formatted for programs. */
const reported = { callType: '[CallType]', number: '[Number]', agent: '[Agent]', duration: '[Duration]' }
const reportedTimes = { started: 'CallStartTimeUTC', answered: 'CallEstablishedTimeUTC', ended: 'CallEndTimeUTC' }
const instant = (name: string) => `[[${name}].ToString("yyyy-MM-ddTHH:mm:ssZ")]`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const lines = (all: readonly string[], depth: number) => all.map((one) => `${' '.repeat(depth)}${one}`).join('\n')
const value = (key: string, passes: number, text: string) =>
  `<Value Key="${key}" Passes="${passes}" Type="String">${escaped(text)}</Value>`

/** Returns the server-side CRM template for 3CX: it looks contacts up at `origin` and reports calls there. */
export const threeCxTemplate = (title: string, origin: string): string => `<?xml version="1.0" encoding="utf-8"?>
<Crm Country="CH" Name="${escaped(title)}" Version="1" SupportsEmojis="true">
  <Number Prefix="Plus" MaxLength=""/>
  <Connection MaxConcurrentRequests="4"/>
  <Parameters>
    <Parameter Name="ApiKey" Type="Password" Parent="General Configuration" Editor="String" Title="Access key" Default=""/>
  </Parameters>
  <Authentication Type="Basic">
    <Value>key:[ApiKey]</Value>
  </Authentication>
  <Scenarios>
    <Scenario Id="" Type="REST">
      <Request Url="${escaped(origin + telephonyApi.threeCxContacts.path)}?number=[Number]" MessagePasses="0" RequestEncoding="UrlEncoded" RequestType="Get" ResponseType="Json"/>
      <Rules>
        <Rule Type="Any">contacts.id</Rule>
      </Rules>
      <Variables>
${lines(
  Object.entries(variables).map(([name, path]) => `<Variable Name="${name}" Path="contacts.${path}"/>`),
  8,
)}
      </Variables>
      <Outputs AllowEmpty="false">
${lines(
  Object.entries(outputs).map(([type, name]) => `<Output Type="${type}" Passes="0" Value="[${name}]"/>`),
  8,
)}
        <Output Type="EntityType" Passes="0" Value="Contacts"/>
      </Outputs>
    </Scenario>
    <Scenario Id="ReportCall" Type="REST">
      <Request Url="${escaped(origin + telephonyApi.threeCxCalls.path)}" MessagePasses="0" RequestContentType="application/json" RequestEncoding="Json" RequestType="Post" ResponseType="Json">
        <PostValues>
${lines(
  [
    ...Object.entries(reported).map(([key, text]) => value(key, 1, text)),
    ...Object.entries(reportedTimes).map(([key, name]) => value(key, 2, instant(name))),
  ],
  10,
)}
        </PostValues>
      </Request>
    </Scenario>
  </Scenarios>
</Crm>
`

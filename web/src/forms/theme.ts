/** The RJSF theme: our templates and one widget for every `ui:widget` of docs/contracts.md, section 2. */
import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType } from "@rjsf/utils";
import { ArrayFieldTemplate } from "./templates/ArrayFieldTemplate";
import { ArrayItemTemplate } from "./templates/ArrayItemTemplate";
import { FieldTemplate } from "./templates/FieldTemplate";
import { NoteField } from "./templates/NoteField";
import { ObjectFieldTemplate } from "./templates/ObjectFieldTemplate";
import { CheckboxesWidget, CheckboxWidget, RadioWidget } from "./widgets/ChoiceWidgets";
import { CountryWidget } from "./widgets/CountryWidget";
import { DateWidget } from "./widgets/DateWidget";
import { IbanWidget, NationalIdWidget } from "./widgets/CodeWidgets";
import { SignatureLater, UploadLater } from "./widgets/later";
import { MoneyWidget, NumberWidget } from "./widgets/NumberWidgets";
import { PhoneWidget } from "./widgets/PhoneWidget";
import { SelectWidget } from "./widgets/SelectWidgets";
import { EmailWidget, TextareaWidget, TextWidget } from "./widgets/TextWidgets";

export const widgets: RegistryWidgetsType = {
  text: TextWidget,
  textarea: TextareaWidget,
  email: EmailWidget,
  number: NumberWidget,
  money: MoneyWidget,
  date: DateWidget,
  select: SelectWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  checkbox: CheckboxWidget,
  phone: PhoneWidget,
  "national-id": NationalIdWidget,
  iban: IbanWidget,
  country: CountryWidget,
  upload: UploadLater,
  signature: SignatureLater,
};

export const fields: RegistryFieldsType = { note: NoteField };

export const templates: Partial<TemplatesType> = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
};

/** Numbers by which the school knows a child, as somebody types them. Pure. */

/** The value of an Arabic or Persian digit. */
const western = (digit: string) => String((digit.codePointAt(0) ?? 0) & 0xf);

/** `ABQ27-00001` and `ABQ-2027-0001`, and the same with other digits, letters, signs and blanks. */
const WHOLE = /^[A-Z]{2,6}\d{7,12}$/;

/** A number without what people set between its parts, in capitals and with digits of ours. */
export const bareNumber = (typed: string): string => typed.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, western).replaceAll(/[^\p{L}\d]/gu, "").toUpperCase();

/** Whether it can be a whole number of an application or of an enrolled child: nothing less is asked for. */
export const isWholeNumber = (typed: string): boolean => WHOLE.test(bareNumber(typed));

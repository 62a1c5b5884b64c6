import { checkMobile } from '../domain/input-rules.ts';
import { checkReceiptNumber } from '../domain/receipt-number.ts';
import { otpField, phoneCodeField } from './fields.ts';
import { type Form, type FormSettings, messageOf, sending, type Values } from './form.ts';

function ticketOf({ receiptNumber = '', phoneCode = '', mobile = '' }: Values) {
  return { receiptNumber, country_code: phoneCode, mobile_no: mobile };
}

/**
 * Declares the claim-status form (spec §2, §4). The form asks for the receipt number and the buyer's mobile number, and
 * then for a one-time password. It then shows the status of the ticket.
 */
export function claimStatusForm({ bounds }: FormSettings): Form {
  return {
    name: 'claim-status',
    picture: 'ticket',
    path: '/claim-status',
    layout: 'stacked',
    fields: [
      {
        name: 'receiptNumber',
        control: 'text',
        input: 'text',
        label: 'form.receipt_number',
        hint: 'form.receipt_number_hint',
        isLinked: true,
        autocomplete: 'off',
        maxLength: 64,
        check: (value) => messageOf(checkReceiptNumber(value), bounds),
      },
      phoneCodeField(),
      {
        name: 'mobile',
        control: 'text',
        input: 'mobile',
        label: 'form.registered_mobile',
        autocomplete: 'tel-national',
        inputMode: 'tel',
        maxLength: bounds.phone_max,
        check: (value, { phoneCode = '' }) => messageOf(checkMobile(value, phoneCode, bounds), bounds),
        reportedAs: ['mobile_no'],
      },
      otpField(bounds),
    ],
    steps: [
      {
        fields: ['receiptNumber', 'phoneCode', 'mobile'],
        text: 'form.claim-status.ticket_text',
        submit: 'form.send_otp',
        sends: sending('claims/sendOtp', ticketOf),
      },
      {
        fields: ['otp'],
        text: 'form.claim-status.otp_text',
        submit: 'form.claim-status.submit',
        sends: sending('claims/status', (values) => ({ ...ticketOf(values), otp: values['otp'] ?? '' })),
        resends: sending('claims/sendOtp', ticketOf),
      },
    ],
    follow: { kind: 'claim' },
    links: [],
  };
}

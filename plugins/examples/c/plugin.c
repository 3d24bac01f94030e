// Swimming: a form whose grade is found by age, from the school's own table. The same rules as the Rust skeleton's.
#include "form_plugin.h"
#include <string.h>

typedef form_plugin_string_t text;

// The form document is a file beside this one; the assembler puts it into the component as it is.
__asm__(".section .rodata.form,\"\",@\n"
        ".globl form_json\n.type form_json,@object\nform_json:\n.incbin \"form.json\"\n"
        ".globl form_json_end\nform_json_end:\n.size form_json, form_json_end - form_json\n");
extern uint8_t form_json[], form_json_end[];

static text of(const char *words) { return (text){.ptr = (uint8_t *)words, .len = strlen(words)}; }

static bool is(text one, const char *words) { return one.len == strlen(words) && memcmp(one.ptr, words, one.len) == 0; }

// The text at a key of the answers' outermost object, without escapes; empty where there is none. Answers are JSON that the host wrote.
static text answer(text json, const char *key) {
  text last = {0}, found = {0};
  int depth = 0;
  bool is_value = false;
  for (size_t at = 0; at < json.len; at++) {
    uint8_t c = json.ptr[at];
    if (c == '"') {
      size_t begin = ++at;
      while (at < json.len && json.ptr[at] != '"') at += json.ptr[at] == '\\' ? 2 : 1;
      text here = {.ptr = json.ptr + begin, .len = at - begin};
      if (depth == 1 && is_value && is(last, key)) found = here;
      if (depth == 1 && !is_value) last = here;
    } else if (c == '{' || c == '[') depth++;
    else if (c == '}' || c == ']') depth--;
    else if (depth == 1 && c == ':') is_value = true;
    else if (depth == 1 && c == ',') is_value = false;
  }
  return found;
}

static int digits(const uint8_t *at, int count) {
  int number = 0;
  for (; count > 0; count--, at++) {
    if (*at < '0' || *at > '9') return -1;
    number = number * 10 + (*at - '0');
  }
  return number;
}

// Full years between two ISO dates; -1 while the date of birth is half typed.
static int age_on(text today, text born) {
  if (today.len != 10 || born.len != 10) return -1;
  int year = digits(born.ptr, 4);
  if (year < 0) return -1;
  bool had_birthday = memcmp(today.ptr + 5, born.ptr + 5, 5) >= 0;
  return digits(today.ptr, 4) - year - (had_birthday ? 0 : 1);
}

// Writes a number's digits, and says how many: what is handed to the host has to outlive the call, so the place is the caller's.
static size_t write_number(char *to, int number) {
  char turned[12];
  size_t count = 0, at = 0;
  do turned[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) to[at++] = turned[--count];
  return at;
}

void exports_qabul_forms_plugin_describe(exports_qabul_forms_plugin_descriptor_t *ret) {
  static text forms[1], tables[1];
  forms[0] = of("swimming");
  tables[0] = of("grades");
  *ret = (exports_qabul_forms_plugin_descriptor_t){
      .id = of("swimming"),
      .version = of("1.0.0"),
      .contract = of("1"),
      .forms = {.ptr = forms, .len = 1},
      .asks = {.tables = {.ptr = tables, .len = 1}},
  };
}

bool exports_qabul_forms_plugin_document(text *form, text *ret) {
  *ret = (text){.ptr = form_json, .len = (size_t)(form_json_end - form_json)};
  return is(*form, "swimming");
}

// Runs while the family types: what is missing is skipped.
bool exports_qabul_forms_plugin_check(exports_qabul_forms_plugin_context_t *ctx, text *values,
                                      exports_qabul_forms_plugin_checked_t *ret,
                                      exports_qabul_forms_plugin_plugin_error_t *err) {
  *ret = (exports_qabul_forms_plugin_checked_t){0};
  int years = age_on(ctx->today, answer(*values, "dob"));
  if (years < 0) return true;

  static char params[] = "{\"years\":000000000000}";
  char *number = params + strlen("{\"years\":");
  text key = {.ptr = (uint8_t *)number, .len = write_number(number, years)};
  number[key.len] = '}';
  text said = {.ptr = (uint8_t *)params, .len = strlen("{\"years\":") + key.len + 1};

  text table = of("grades");
  qabul_forms_host_lookup_option_json_t grade;
  qabul_forms_host_lookup_lookup_error_t refused;
  if (!qabul_forms_host_lookup_lookup(&table, &key, &ctx->today, &grade, &refused)) {
    // An orderly no: with a sound bundle it does not come to this.
    *err = (exports_qabul_forms_plugin_plugin_error_t){.code = of("no_table"), .message = of("grades cannot be read")};
    return false;
  }
  if (grade.is_some) {
    static qabul_forms_types_computed_t computed[1];
    computed[0] = (qabul_forms_types_computed_t){
        .key = of("grade"),
        .label_code = of("grade"),
        .kind = QABUL_FORMS_TYPES_KIND_TEXT,
        .value = grade.val, // the table's value is JSON already
        .reason_code = {.is_some = true, .val = of("grade.by_age")},
        .params = said,
    };
    ret->computed.ptr = computed;
    ret->computed.len = 1;
  } else {
    static qabul_forms_types_issue_t errors[1];
    errors[0] = (qabul_forms_types_issue_t){
        .path = of("/dob"),
        .code = of("no_grade"),
        .params = said,
        .severity = QABUL_FORMS_TYPES_SEVERITY_ERROR,
    };
    ret->errors.ptr = errors;
    ret->errors.len = 1;
  }
  return true;
}

bool exports_qabul_forms_plugin_decide(exports_qabul_forms_plugin_context_t *ctx, text *values,
                                       exports_qabul_forms_plugin_decision_t *ret,
                                       exports_qabul_forms_plugin_plugin_error_t *err) {
  (void)ctx, (void)values, (void)err;
  static text tags[1];
  tags[0] = of("new_family");
  *ret = (exports_qabul_forms_plugin_decision_t){.tags = {.ptr = tags, .len = 1}};
  return true;
}

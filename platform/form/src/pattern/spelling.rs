//! How patterns may be spelled: what the server's engine reads as JavaScript does under its flag `u`. (`\d`, `\w` and `\s`
//! mean the same because the validator rewrites them for the server's engine.)

use regex_syntax::ast::{
    Assertion, AssertionKind, Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem, ClassUnicode,
    ClassUnicodeKind, ClassUnicodeOpKind, GroupKind, HexLiteralKind, Literal, LiteralKind, RepetitionKind,
    RepetitionRange, Span, SpecialLiteralKind,
};
use regex_syntax::hir::{Class, ClassUnicode as Set, ClassUnicodeRange as Range, HirKind};

use super::{Fault, SPELLING, cut};

/// A pattern, as far as its time depends on it.
pub(super) enum Tree {
    /// One character of a set.
    One(Set),
    /// `^`.
    Start,
    /// One after the other; of none, nothing.
    Row(Vec<Tree>),
    /// One of them.
    Choice(Vec<Tree>),
    /// So often, or more often.
    Repeat { what: Box<Tree>, min: u32, max: Option<u32> },
}

/// What has a meaning of its own, and is escaped otherwise.
const SYNTAX: &str = "^$\\.*+?()[]{}|";

/// General categories that both engines know by these names.
const CATEGORIES: &[&str] = &[
    "L",
    "Letter",
    "Lu",
    "Uppercase_Letter",
    "Ll",
    "Lowercase_Letter",
    "Lt",
    "Titlecase_Letter",
    "Lm",
    "Modifier_Letter",
    "Lo",
    "Other_Letter",
    "M",
    "Mark",
    "Mn",
    "Nonspacing_Mark",
    "Mc",
    "Spacing_Mark",
    "N",
    "Number",
    "Nd",
    "Decimal_Number",
    "Nl",
    "Letter_Number",
    "No",
    "Other_Number",
    "P",
    "Punctuation",
    "Pd",
    "Dash_Punctuation",
    "S",
    "Symbol",
    "Sc",
    "Currency_Symbol",
    "Z",
    "Separator",
    "Zs",
    "Space_Separator",
];
/// Scripts that both engines know by these names.
const SCRIPTS: &[&str] = &[
    "Arabic",
    "Armenian",
    "Bengali",
    "Cyrillic",
    "Devanagari",
    "Ethiopic",
    "Georgian",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hebrew",
    "Hiragana",
    "Kannada",
    "Katakana",
    "Khmer",
    "Lao",
    "Latin",
    "Malayalam",
    "Myanmar",
    "Sinhala",
    "Tamil",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
];
/// JavaScript's white space: `\s`.
const SPACES: [(char, char); 10] = [
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

/// Reads a pattern that both engines read alike.
pub(super) fn read(source: &str, ast: &Ast) -> Result<Tree, Fault> {
    Reader { source }.tree(ast)
}

struct Reader<'s> {
    source: &'s str,
}

impl Reader<'_> {
    fn text(&self, span: &Span) -> &str {
        &self.source[span.start.offset..span.end.offset]
    }

    fn refuse<T>(&self, span: &Span, hint: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::bad(format!("`{}` is not used in patterns", cut(self.text(span))), hint))
    }

    fn tree(&self, ast: &Ast) -> Result<Tree, Fault> {
        match ast {
            Ast::Empty(_) => Ok(Tree::Row(Vec::new())),
            Ast::Literal(literal) => self.literal(literal, false).map(one),
            Ast::ClassUnicode(class) => self.unicode(class).map(Tree::One),
            Ast::ClassPerl(class) => Ok(Tree::One(perl(class))),
            Ast::ClassBracketed(class) => self.bracketed(class).map(Tree::One),
            Ast::Assertion(assertion) => self.assertion(assertion),
            Ast::Alternation(choice) => {
                choice.asts.iter().map(|ast| self.tree(ast)).collect::<Result<_, _>>().map(Tree::Choice)
            }
            Ast::Concat(row) => row.asts.iter().map(|ast| self.tree(ast)).collect::<Result<_, _>>().map(Tree::Row),
            Ast::Group(group) => match &group.kind {
                GroupKind::CaptureIndex(_) => self.tree(&group.ast),
                GroupKind::NonCapturing(flags) if flags.items.is_empty() => self.tree(&group.ast),
                _ => self.refuse(&group.span, "a group is `(?:…)` or `(…)`, without a name or flags"),
            },
            Ast::Repetition(repetition) => {
                let (min, max) = match &repetition.op.kind {
                    RepetitionKind::ZeroOrOne => (0, Some(1)),
                    RepetitionKind::ZeroOrMore => (0, None),
                    RepetitionKind::OneOrMore => (1, None),
                    RepetitionKind::Range(range) => self.range(&repetition.op.span, range)?,
                };
                if matches!(&*repetition.ast, Ast::Repetition(_) | Ast::Assertion(_)) {
                    return self.refuse(&repetition.span, "one repetition after a character, a class or a group");
                }
                Ok(Tree::Repeat { what: Box::new(self.tree(&repetition.ast)?), min, max })
            }
            Ast::Dot(span) => {
                self.refuse(span, "the engines disagree on line ends: write `[^\\n]`, and `\\.` for a dot")
            }
            Ast::Flags(flags) => self.refuse(&flags.span, SPELLING),
        }
    }

    /// `{2}`, `{2,}` or `{2,5}`, to the letter.
    fn range(&self, span: &Span, range: &RepetitionRange) -> Result<(u32, Option<u32>), Fault> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let inner = self.text(span).trim_end_matches('?').trim_start_matches('{').trim_end_matches('}');
        let is_plain = match inner.split_once(',') {
            None => digits(inner),
            Some((min, max)) => digits(min) && (max.is_empty() || digits(max)),
        };
        if !is_plain || !range.is_valid() {
            return self.refuse(span, "write `{2}`, `{2,}` or `{2,5}`");
        }
        Ok(match *range {
            RepetitionRange::Exactly(times) => (times, Some(times)),
            RepetitionRange::AtLeast(min) => (min, None),
            RepetitionRange::Bounded(min, max) => (min, Some(max)),
        })
    }

    fn assertion(&self, assertion: &Assertion) -> Result<Tree, Fault> {
        match assertion.kind {
            AssertionKind::StartLine => Ok(Tree::Start),
            // At the end every further way is short.
            AssertionKind::EndLine => Ok(Tree::Row(Vec::new())),
            _ => self.refuse(&assertion.span, "only `^` and `$` say where something stands"),
        }
    }

    fn literal(&self, literal: &Literal, in_class: bool) -> Result<char, Fault> {
        let is_alike = match &literal.kind {
            LiteralKind::Verbatim if in_class => !"[]".contains(literal.c),
            LiteralKind::Verbatim => !SYNTAX.contains(literal.c),
            LiteralKind::Meta => SYNTAX.contains(literal.c) || (in_class && literal.c == '-'),
            LiteralKind::Superfluous => literal.c == '/',
            LiteralKind::HexFixed(HexLiteralKind::X | HexLiteralKind::UnicodeShort) => true,
            LiteralKind::HexBrace(HexLiteralKind::UnicodeShort) => true,
            LiteralKind::Special(kind) => !matches!(kind, SpecialLiteralKind::Bell | SpecialLiteralKind::Space),
            _ => false,
        };
        if is_alike {
            return Ok(literal.c);
        }
        let hint = match &literal.kind {
            LiteralKind::Verbatim => format!("write `\\{}`", literal.c),
            LiteralKind::Meta | LiteralKind::Superfluous => {
                format!(
                    "write `{}` without the backslash: it goes before ^ $ \\ . * + ? ( ) [ ] {{ }} | / alone, and in a class before -",
                    literal.c
                )
            }
            _ => format!("write the character itself, or `\\u{{{:x}}}`", u32::from(literal.c)),
        };
        self.refuse(&literal.span, hint)
    }

    /// `\p{…}`: names that both engines know, to the letter.
    fn unicode(&self, class: &ClassUnicode) -> Result<Set, Fault> {
        let is_known = match &class.kind {
            ClassUnicodeKind::OneLetter(_) => false,
            ClassUnicodeKind::Named(name) => CATEGORIES.contains(&name.as_str()),
            ClassUnicodeKind::NamedValue { op: ClassUnicodeOpKind::Equal, name, value } => match name.as_str() {
                "Script" | "sc" => SCRIPTS.contains(&value.as_str()),
                "General_Category" | "gc" => CATEGORIES.contains(&value.as_str()),
                _ => false,
            },
            ClassUnicodeKind::NamedValue { .. } => false,
        };
        let text = self.text(&class.span);
        let is_plain = (text.starts_with("\\p{") || text.starts_with("\\P{")) && !text.contains([' ', '^', ':', '!']);
        match regex_syntax::parse(text).map(regex_syntax::hir::Hir::into_kind) {
            Ok(HirKind::Class(Class::Unicode(set))) if is_known && is_plain => Ok(set),
            _ => {
                let hint =
                    "write a category as `\\p{L}`, `\\p{Lu}`, `\\p{M}`, `\\p{N}`, or a script as `\\p{Script=Arabic}`";
                self.refuse(&class.span, hint)
            }
        }
    }

    fn bracketed(&self, class: &ClassBracketed) -> Result<Set, Fault> {
        let ClassSet::Item(item) = &class.kind else {
            return self.refuse(&class.span, "`&&`, `--` and `~~` do not stand in a class: write `\\-` for a dash");
        };
        let mut set = Set::empty();
        let items = match item {
            ClassSetItem::Union(union) => &union.items[..],
            item => std::slice::from_ref(item),
        };
        let count = items.len();
        for (index, item) in items.iter().enumerate() {
            match item {
                // Between others a dash is a range to one reader and a dash to the next.
                ClassSetItem::Literal(literal)
                    if literal.c == '-' && literal.kind == LiteralKind::Verbatim && index > 0 && index + 1 < count =>
                {
                    return self.refuse(&class.span, "a dash stands last in its class, or is written `\\-`");
                }
                ClassSetItem::Literal(literal) => {
                    let c = self.literal(literal, true)?;
                    set.push(Range::new(c, c));
                }
                ClassSetItem::Range(range) => {
                    set.push(Range::new(self.literal(&range.start, true)?, self.literal(&range.end, true)?));
                }
                ClassSetItem::Unicode(class) => set.union(&self.unicode(class)?),
                ClassSetItem::Perl(class) => set.union(&perl(class)),
                other => {
                    return self.refuse(other.span(), "a class holds characters, ranges as `A-Z`, `\\p{L}`, `\\d`");
                }
            }
        }
        if class.negated {
            set.negate();
        }
        Ok(set)
    }
}

fn one(c: char) -> Tree {
    Tree::One(Set::new([Range::new(c, c)]))
}

/// `\d`, `\w` and `\s` as JavaScript has them.
fn perl(class: &ClassPerl) -> Set {
    let ranges: &[(char, char)] = match class.kind {
        ClassPerlKind::Digit => &[('0', '9')],
        ClassPerlKind::Word => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        ClassPerlKind::Space => &SPACES,
    };
    let mut set = Set::new(ranges.iter().map(|(from, to)| Range::new(*from, *to)));
    if class.negated {
        set.negate();
    }
    set
}

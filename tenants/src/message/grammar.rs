//! What a text of a message may hold: holes, conditions over what fills them, lists that are given. Texts are data: whatever
//! computes, repeats or keeps something for later is refused before anything is filled, in branches that nobody reaches too.
//!
//! The parser is minijinja's. The walk names what is allowed, so that what the parser learns tomorrow is refused here.

use minijinja::machinery::ast::{BinOpKind, CallArg, Expr, Stmt, UnaryOpKind};
use minijinja::machinery::{Span, parse};
use minijinja::syntax::SyntaxConfig;
use words::sabotage::{Guard, is_removed};

use super::Fault;

/// Most bytes of a text. Each is filled in at most once for each item of one list, so this bounds the work too.
pub(crate) const MAX_BYTES: usize = 20 * 1024;
/// Filters that a hole may have; `default` says what stands there when the hole is empty.
pub(super) const FILTERS: [&str; 4] = ["upper", "lower", "trim", "default"];
/// What a list's items know of their place.
const PLACES: [&str; 4] = ["first", "last", "index", "length"];

/// The names that a text may use.
#[derive(Debug, Clone, Default)]
pub(super) struct Given {
    /// Of what fills holes.
    pub names: Vec<&'static str>,
    /// Of lists.
    pub lists: Vec<&'static str>,
}

/// What is wrong with a text, at its first place.
pub(super) fn check(text: &str, given: &Given) -> Result<(), Fault> {
    if is_removed(Guard::MessageGrammar) {
        return Ok(());
    }
    if text.len() > MAX_BYTES {
        return Err(Fault::at(1, "textTooLong", format!("the text is longer than {} KB", MAX_BYTES / 1024)));
    }
    let parsed = parse(text, "", syntax()).map_err(|error| Fault::of(&error))?;
    let Stmt::Template(template) = &parsed else { return Err(Fault::at(1, "badTemplate", "no text")) };
    Walk { given, item: None }.body(&template.children)
}

/// How holes and conditions are written: as ever, and a line that holds nothing else leaves no empty one.
pub(super) fn syntax() -> SyntaxConfig {
    SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default()
}

struct Walk<'a> {
    given: &'a Given,
    /// The item of the list that is gone through.
    item: Option<&'a str>,
}

impl<'a> Walk<'a> {
    fn body(&self, parts: &'a [Stmt<'a>]) -> Result<(), Fault> {
        parts.iter().try_for_each(|part| self.part(part))
    }

    fn part(&self, part: &'a Stmt<'a>) -> Result<(), Fault> {
        match part {
            Stmt::EmitRaw(_) => Ok(()),
            Stmt::EmitExpr(hole) => self.hole(&hole.expr),
            Stmt::IfCond(either) => {
                self.condition(&either.expr)?;
                self.body(&either.true_body)?;
                self.body(&either.false_body)
            }
            Stmt::ForLoop(list) => {
                let at = list.span();
                let (Expr::Var(item), Expr::Var(of)) = (&list.target, &list.iter) else {
                    return Err(refused(at, "a list is gone through as `for item in list`"));
                };
                if list.recursive || list.filter_expr.is_some() {
                    return Err(refused(at, "a list is gone through as `for item in list`"));
                }
                // Lists in lists multiply.
                if self.item.is_some() {
                    return Err(refused(at, "a list cannot stand in a list"));
                }
                if !self.given.lists.contains(&of.id) {
                    return Err(unknown(of.span(), of.id));
                }
                Walk { given: self.given, item: Some(item.id) }.body(&list.body)?;
                self.body(&list.else_body)
            }
            other => Err(refused(place(other), "only holes, `if` and `for` can stand here")),
        }
    }

    fn hole(&self, hole: &'a Expr<'a>) -> Result<(), Fault> {
        match hole {
            Expr::Filter(filter) => {
                let at = filter.span();
                if !FILTERS.contains(&filter.name) {
                    return Err(refused(at, &format!("`{}` is none of {}", filter.name, FILTERS.join(", "))));
                }
                let fits = match filter.args.as_slice() {
                    [] => filter.name != "default",
                    [CallArg::Pos(Expr::Const(_))] => filter.name == "default",
                    _ => false,
                };
                match &filter.expr {
                    Some(inner) if fits => self.hole(inner),
                    _ => Err(refused(at, "a filter is written as `name|upper` or `name|default(\"words\")`")),
                }
            }
            other => self.value(other),
        }
    }

    /// A name, a word in quotes, or what an item of a list holds.
    fn value(&self, value: &'a Expr<'a>) -> Result<(), Fault> {
        match value {
            Expr::Const(_) => Ok(()),
            Expr::Var(name) if self.given.names.contains(&name.id) || self.item == Some(name.id) => Ok(()),
            Expr::Var(name) if self.given.lists.contains(&name.id) => {
                Err(refused(name.span(), &format!("`{}` is a list: write `for item in {}`", name.id, name.id)))
            }
            Expr::Var(name) => Err(unknown(name.span(), name.id)),
            Expr::GetAttr(part) => match &part.expr {
                Expr::Var(of) if self.item == Some(of.id) => Ok(()),
                Expr::Var(of) if of.id == "loop" && self.item.is_some() && PLACES.contains(&part.name) => Ok(()),
                _ => Err(refused(part.span(), "only items of a list have parts")),
            },
            other => Err(refused(other.span(), "only a name can stand here")),
        }
    }

    fn condition(&self, asked: &'a Expr<'a>) -> Result<(), Fault> {
        match asked {
            Expr::UnaryOp(not) if matches!(not.op, UnaryOpKind::Not) => self.condition(&not.expr),
            Expr::BinOp(both) => match both.op {
                BinOpKind::ScAnd | BinOpKind::ScOr => {
                    self.condition(&both.left)?;
                    self.condition(&both.right)
                }
                BinOpKind::Eq | BinOpKind::Ne => {
                    self.value(&both.left)?;
                    self.value(&both.right)
                }
                _ => Err(refused(both.span(), "conditions compare by `==` and `!=` only")),
            },
            Expr::Test(test) if matches!(test.name, "defined" | "undefined") && test.args.is_empty() => {
                self.value(&test.expr)
            }
            // Whether there is a list, that is whether it has items.
            Expr::Var(name) if self.given.lists.contains(&name.id) => Ok(()),
            other => self.value(other),
        }
    }
}

fn refused(at: Span, message: &str) -> Fault {
    Fault::at(at.start_line.into(), "notInTexts", message)
}

fn unknown(at: Span, name: &str) -> Fault {
    Fault::at(at.start_line.into(), "badTemplate", format!("there is no `{name}`"))
}

/// Where something stands that cannot.
fn place(part: &Stmt<'_>) -> Span {
    match part {
        Stmt::WithBlock(part) => part.span(),
        Stmt::Set(part) => part.span(),
        Stmt::SetBlock(part) => part.span(),
        Stmt::AutoEscape(part) => part.span(),
        Stmt::FilterBlock(part) => part.span(),
        Stmt::Do(part) => part.span(),
        _ => Span::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(usize, &'static str)> {
        let given = Given { names: vec!["name", "url"], lists: vec!["items"] };
        match check(text, &given) {
            Err(Fault::Template { line, code, .. }) => Some((line, code)),
            Err(other) => panic!("{other}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn holes_conditions_and_lists_pass() {
        for text in [
            "plain, {# and a word aside #}",
            "{{ name }} {{ name|upper }} {{ name | trim | lower }} {{ name|default(\"you\") }} {{ \"{{\" }}",
            "{% if name %}a{% elif url is defined and not name == \"x\" %}b{% else %}c{% endif %}",
            "{% if name != \"\" or url is not defined %}a{% endif %}",
            "{% for item in items %}{% if not loop.first %}, {% endif %}{{ item }}{{ item.text }}{{ loop.index }}{% else %}-{% endfor %}",
            "{% if items %}x{% endif %}{% raw %}{{ nope }}{% endraw %}",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn what_multiplies_computes_or_keeps_is_refused_at_its_place() {
        for text in [
            "{{ \"x\" * 100000000 }}",
            "{{ name ~ name }}",
            "{{ name + name }}",
            "{{ name * 9 }}",
            "{{ -1 }}",
            "{{ [1]|slice(100000000)|list|length }}",
            "{{ [1]|batch(99999999, 0) }}",
            "{{ [name, name] }}",
            "{{ {\"a\": name} }}",
            "{{ \"%300000000d\"|format(1) }}",
            "{{ name|indent(1000000000) }}",
            "{{ name|replace(\"\", \"xxxxxxxx\") }}",
            "{{ name|join(name) }}",
            "{{ name|default(name) }}",
            "{{ name|default(\"a\" * 9) }}",
            "{{ name|upper(1) }}",
            "{{ name|safe }}",
            "{{ debug() }}",
            "{{ range(9) }}",
            "{{ lipsum }}",
            "{{ name.upper() }}",
            "{{ name.parts }}",
            "{{ name[0] }}",
            "{{ name[0:9] }}",
            "{{ \"a\" if name else \"b\" }}",
            "{{ name is defined }}",
            "{{ nope }}",
            "{{ loop }}",
            "{{ items }}",
            "{% set a = name %}",
            "{% set a %}x{% endset %}",
            "{% with a = name %}{{ a }}{% endwith %}",
            "{% filter upper %}x{% endfilter %}",
            "{% autoescape false %}x{% endautoescape %}",
            "{% do debug() %}",
            "{% macro m() %}x{% endmacro %}",
            "{% include \"x\" %}",
            "{% extends \"x\" %}",
            "{% block b %}x{% endblock %}",
            "{% import \"x\" as y %}",
            "{% for x in name %}a{% endfor %}",
            "{% for x in range(9) %}a{% endfor %}",
            "{% for x in [1, 2] %}a{% endfor %}",
            "{% for x in items if x %}a{% endfor %}",
            "{% for x in items recursive %}a{% endfor %}",
            "{% for x, y in items %}a{% endfor %}",
            "{% for x in items %}{% for y in items %}a{% endfor %}{% endfor %}",
            "{% for x in items %}{% for y in x.more %}a{% endfor %}{% endfor %}",
            "{% for x in items %}{{ loop.cycle(1, 2) }}{% endfor %}",
            "{% for x in items %}{{ loop(x) }}{% endfor %}",
            "{% if name in url %}a{% endif %}",
            "{% if \"token=sample\" not in url %}a{% endif %}",
            "{% if name < url %}a{% endif %}",
            "{% if 1 < name < 3 %}a{% endif %}",
            "{% if name|length %}a{% endif %}",
            "{% if name is startingwith(\"x\") %}a{% endif %}",
            "{% if name %}a{% else %}{{ name * 2 }}{% endif %}",
            "{{ name",
            "{% if name %}",
            "{% nope %}",
        ] {
            let (line, code) = found(&format!("one\ntwo {text}\n")).unwrap_or_else(|| panic!("taken: {text}"));
            assert!(line == 2 || (line == 3 && code == "badTemplate"), "{text}: {line} {code}");
        }
        assert_eq!(found(&"x".repeat(MAX_BYTES + 1)), Some((1, "textTooLong")));
        assert_eq!(found(&"{% if name %}".repeat(1_500)).map(|(_, code)| code), Some("badTemplate"), "no deep stack");
        assert_eq!(found(&"(".repeat(MAX_BYTES)), None, "no hole at all");
        assert_eq!(found(&format!("{{{{ {} }}}}", "(".repeat(9_000))).map(|(_, code)| code), Some("badTemplate"));
    }
}

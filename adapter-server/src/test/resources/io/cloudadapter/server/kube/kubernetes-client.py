"""Lists, gets, watches and asks for actions with the Python client of Kubernetes, and prints what it saw."""
import sys

from kubernetes import client, config, dynamic
from kubernetes.client.rest import ApiException

kubeconfig, namespace, machine = sys.argv[1:]
config.load_kube_config(kubeconfig)
api = client.ApiClient()


def show(name, what):
    try:
        print(name, "->", what())
    except ApiException as refused:
        print(name, "->", refused.status, refused.body)


def ask():
    return api.call_api(
        f"/api/v1/namespaces/{namespace}/pods/{machine}/action",
        "POST",
        query_params=[("pretty", "true")],
        body={"apiVersion": "v1", "kind": "CustomAction", "actionName": "Reboot"},
        header_params={"Accept": "application/json", "Content-Type": "application/json"},
        auth_settings=["BearerToken"],
        response_type="object",
        _return_http_data_only=True,
    )["status"]


def allowed():
    attributes = client.V1ResourceAttributes(
        verb="create", resource="pods", subresource="action", namespace=namespace
    )
    review = client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(resource_attributes=attributes)
    )
    return client.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed


show("version", lambda: client.VersionApi().get_code().git_version)
show("namespaces", lambda: [one.metadata.name for one in client.CoreV1Api().list_namespace().items])
show("may ask", allowed)
show("ask", ask)
actions = dynamic.DynamicClient(api).resources.get(api_version="v1", kind="Action")
listed = actions.get(namespace=namespace).items
show("list", lambda: [one.metadata.namespace for one in listed])
name = listed[0].metadata.name
show("get", lambda: actions.get(name=name, namespace=namespace).metadata.name == name)
show(
    "watch",
    lambda: next(
        (event["type"], event["object"].metadata.namespace)
        for event in actions.watch(namespace=namespace, timeout=2)
    ),
)
show("create", lambda: actions.create(body={"apiVersion": "v1", "kind": "Action"}, namespace=namespace))
show("delete", lambda: actions.delete(name=name, namespace=namespace))
show(
    "patch",
    lambda: actions.patch(
        name=name,
        namespace=namespace,
        body={"metadata": {"labels": {"a": "b"}}},
        content_type="application/merge-patch+json",
    ),
)
